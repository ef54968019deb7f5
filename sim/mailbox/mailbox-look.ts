export const MAILBOX_STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#0d1c2e,#e8eef5);--muted:light-dark(#465669,#aab8c8);--line:light-dark(#dbe1e8,#1f2e3e);
--canvas:light-dark(#f4f6f8,#0a121b);--sheet:light-dark(#fff,#101b27);--link:light-dark(#0a5690,#8fc8f7)}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--canvas);max-width:64rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.6rem;line-height:1.2;letter-spacing:-.02em;margin:0;overflow-wrap:anywhere}h2{font-size:1rem;margin:2rem 0 .5rem}
header p{color:var(--muted);margin:.25rem 0 0;overflow-wrap:anywhere}
a{color:var(--link)}nav{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;margin-bottom:1.25rem}
form{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;margin:1.25rem 0}
select,button{font:inherit;color:inherit;background:var(--sheet);border:1px solid light-dark(#788799,#5f7389);border-radius:6px;padding:.35rem .6rem;max-width:100%}
ol{list-style:none;margin:0;padding:0;background:var(--sheet);border:1px solid var(--line);border-radius:10px;overflow:hidden}
li{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,15rem) auto;gap:.25rem 1rem;align-items:baseline;padding:.7rem 1rem}
li+li{border-top:1px solid var(--line)}li a{display:grid;text-decoration:none;color:inherit;min-width:0}li a:hover .subject{text-decoration:underline}
.subject{font-weight:600}.start,.to,time{color:var(--muted);font-size:.875rem}
.start,.to{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}time{font-variant-numeric:tabular-nums}time b{font-weight:600;color:var(--ink)}
.none{background:var(--sheet);border:1px dashed var(--line);border-radius:10px;padding:2rem 1rem;text-align:center;color:var(--muted)}
iframe{width:100%;height:52rem;margin-top:1rem;border:1px solid var(--line);border-radius:10px;background:var(--canvas)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--sheet);border:1px solid var(--line);border-radius:10px;padding:1rem;font:14px/1.6 ui-monospace,monospace}
@media (max-width:40rem){li{grid-template-columns:minmax(0,1fr)}}
`

/** Inserts new mail into an open list without a reload, a jump or a lost focus. */
export const MAILBOX_SCRIPT = `
const list = document.getElementById('mail')
const select = document.getElementById('to')
if (select) {
  document.querySelector('form button').hidden = true
  select.addEventListener('change', () => select.form.submit())
}
async function refresh() {
  if (document.hidden) return
  try {
    const fresh = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html')
    const update = (old, now) => { if (old.innerHTML !== now.innerHTML) old.replaceChildren(...now.childNodes) }
    const focused = document.activeElement?.getAttribute('href')
    update(list, fresh.getElementById('mail'))
    if (document.activeElement !== select) update(select, fresh.getElementById('to'))
    if (focused && list.querySelector('[href="' + focused + '"]') !== document.activeElement) list.querySelector('[href="' + focused + '"]')?.focus()
  } catch {}
}
if (list) { setInterval(refresh, 2000); document.addEventListener('visibilitychange', refresh) }
`
