type Scripts = { entry: string; modules: readonly string[] }

/**
 * Runs in the head: notes which buttons are pressed before the page's script is there, so that it can press them again.
 * A button that was pressed twice, because nothing happened, counts once. What sends a form works without script.
 */
export const EARLY_PRESSES_SCRIPT = `{const p=new Set,on=e=>{const b=e.target.closest?.("button[type=button]");b&&p.add(b)};addEventListener("click",on,true);__EARLY_PRESSES__=()=>{removeEventListener("click",on,true);return[...p]}}`

/**
 * The same for the key of the command palette, which the browser would otherwise take for its own. The palette asks for it when it
 * listens itself. Its rule is that of `isPaletteKey`.
 */
export const EARLY_PALETTE_SCRIPT = `{let k=false;const on=e=>{const a=/mac|iphone|ipad/i.test(navigator.userAgent);if((a?e.metaKey&&!e.ctrlKey:e.ctrlKey&&!e.metaKey)&&!e.shiftKey&&!e.altKey&&e.key?.toLowerCase()==="k"){e.preventDefault();k=true}};addEventListener("keydown",on,true);__EARLY_PALETTE__=()=>{removeEventListener("keydown",on,true);return k}}`

/**
 * Fetches the page's script when its content has been painted: until then all of a slow connection belongs to the content.
 * A page that nobody looks at paints nothing and needs not wait for it; what was not told within two seconds will not be.
 */
export const startAfterPaint = ({ entry, modules }: Scripts): string =>
  `{let o,n=0;const go=()=>{if(n++)return;o?.disconnect();for(const h of ${JSON.stringify(modules)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href:h}));document.body.append(Object.assign(document.createElement("script"),{type:"module",src:${JSON.stringify(entry)}}))};document.hidden?go():(o=new PerformanceObserver(go),o.observe({type:"paint",buffered:true}),setTimeout(go,2e3))}`
