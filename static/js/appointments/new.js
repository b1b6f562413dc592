// The form for an appointment: times are meant in the zone of this browser, unless its host says otherwise.

import { browserZone } from "../language/times.js";

const zone = document.querySelector("[data-zone]");
if (zone && !zone.value) zone.value = browserZone();
