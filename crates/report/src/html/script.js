
"use strict";
for (const button of document.querySelectorAll(".copy")) {
  const code = button.previousElementSibling;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      // Pages from a disk may not write to the clipboard everywhere: the text is marked, ready for Ctrl-C.
      getSelection().selectAllChildren(code);
      return;
    }
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
}

const map = document.querySelector(".map");
if (map) {
  const svg = map.querySelector("svg");
  const { width, height } = svg.viewBox.baseVal;
  const ways = [...svg.querySelectorAll(".way")];
  let scale = 1;
  const zoom = (to) => {
    to = Math.min(3, Math.max(0.1, to));
    const [x, y] = [map.scrollLeft + map.clientWidth / 2, map.scrollTop + map.clientHeight / 2];
    svg.setAttribute("width", width * to);
    svg.setAttribute("height", height * to);
    map.scrollTo(x * to / scale - map.clientWidth / 2, y * to / scale - map.clientHeight / 2);
    scale = to;
  };
  const fit = (least) => zoom(Math.min(1, Math.max(least, (map.clientWidth - 2) / width)));
  const tools = document.querySelector(".map-tools");
  tools.hidden = false;
  tools.addEventListener("click", ({ target: { dataset } }) => {
    if (dataset.zoom) dataset.zoom === "fit" ? fit(0) : zoom(scale * dataset.zoom);
  });

  // As much as can still be read.
  fit(0.6);

  map.classList.add("draggable");
  map.addEventListener("pointermove", (event) => {
    if (event.buttons === 1 && event.pointerType === "mouse") map.scrollBy(-event.movementX, -event.movementY);
  });
  svg.addEventListener("dragstart", (event) => event.preventDefault());

  const ask = (screen) => {
    map.classList.toggle("asked", Boolean(screen));
    for (const way of ways) way.classList.toggle("lit", [way.dataset.from, way.dataset.to].includes(screen));
  };
  for (const node of svg.querySelectorAll("a")) {
    for (const kind of ["pointerenter", "focus"]) node.addEventListener(kind, () => ask(node.dataset.screen));
    for (const kind of ["pointerleave", "blur"]) node.addEventListener(kind, () => ask());
  }
}

addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});
