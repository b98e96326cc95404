
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

// Both sides of a comparison over each other: one after the other, or with an edge to drag.
for (const views of document.querySelectorAll(".views")) {
  const exhibits = views.nextElementSibling;
  const pictures = [...exhibits.querySelectorAll("figure")].map((figure) => figure.querySelector(".picture"));
  if (pictures.length < 2 || !pictures[0] || !pictures[1]) continue;
  const titles = [...exhibits.querySelectorAll("h4")].map((title) => title.textContent);
  const over = document.createElement("div");
  over.className = "over";
  over.hidden = true;
  const layers = [1, 0].map((at) => over.appendChild(pictures[at].cloneNode(true)));
  const edge = over.appendChild(document.createElement("input"));
  Object.assign(edge, { type: "range", min: 0, max: 100, value: 50 });
  edge.setAttribute("aria-label", "Where the edge between both is");
  const says = over.appendChild(document.createElement("p"));
  exhibits.after(over);
  let timer;
  const slide = () => { layers[1].style.clipPath = `inset(0 0 0 ${edge.value}%)`; };
  const blink = (first) => {
    layers[1].style.visibility = first ? "visible" : "hidden";
    says.textContent = titles[first ? 0 : 1];
  };
  const show = (view) => {
    clearInterval(timer);
    for (const button of views.children) button.setAttribute("aria-pressed", button.dataset.view === view);
    exhibits.hidden = view !== "beside";
    over.hidden = view === "beside";
    edge.hidden = view !== "slider";
    layers[1].style.clipPath = "none";
    layers[1].style.visibility = "visible";
    if (view === "slider") {
      says.textContent = `left: ${titles[1]}; right: ${titles[0]}`;
      slide();
    } else if (view === "blink") {
      let first = true;
      blink(first);
      timer = setInterval(() => blink(first = !first), 700);
    }
  };
  edge.addEventListener("input", slide);
  views.addEventListener("click", ({ target: { dataset } }) => { if (dataset.view) show(dataset.view); });
  views.hidden = false;
}

const filter = document.querySelector(".filter");
if (filter) {
  filter.hidden = false;
  filter.querySelector("select").addEventListener("change", ({ target: { value } }) => {
    const [what, ...rest] = value.split(":");
    for (const shown of document.querySelectorAll("[data-reason]")) {
      shown.hidden = value !== "" && shown.dataset[what] !== rest.join(":");
    }
  });
}

addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});
