// The form for a new circle: its nights begin and end in the time zone of the browser, until somebody chooses another.

import { browserZone } from "../language/times.js";

const field = document.querySelector("[data-zone]");
if (field) field.value = browserZone() ?? "";
