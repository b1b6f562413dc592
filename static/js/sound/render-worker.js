// The worker that computes all sounds: a message is the rate in samples a second, each answer {name, samples}, and the last one "done".

import { RECIPES, render } from "./recipes.js";

addEventListener("message", ({ data: rate }) => {
  for (const name of Object.keys(RECIPES)) {
    const samples = render(name, rate);
    postMessage({ name, samples }, [samples.buffer]);
  }
  postMessage("done");
  close();
});
