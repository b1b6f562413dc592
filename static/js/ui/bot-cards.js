// The bots as the server writes them into the page: id -> {id, name, title, line, face}.

export const cards = JSON.parse(globalThis.document?.querySelector("[data-bots]")?.dataset.bots ?? "{}");
