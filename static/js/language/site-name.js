// Name and logo of this site, which its operator has chosen.

const chosen = globalThis.document?.documentElement?.dataset ?? {};

const USUAL = "Yacht";

/** The name of this site. */
export const siteName = chosen.site || USUAL;

/** The address of its logo, "" for the boat. */
export const siteLogo = chosen.logo ?? "";

/** Whether its operator has chosen any of the two. */
export const hasOwnSign = siteName !== USUAL || siteLogo !== "";
