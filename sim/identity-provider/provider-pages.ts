import type { AuthorizationRequest } from './authorization-request.ts'
import { people, type Person } from './people.ts'
import { escapeHtml } from '#sim/escape-html.ts'

export const PROVIDER_NAME = 'Demo ID'

const style = `
:root { color-scheme: light dark; --paper: light-dark(#fbf9f4, #1d1b22); --ink: light-dark(#2a2433, #f1edf7);
  --soft: light-dark(#655d70, #b5adc2); --line: light-dark(#ddd6e2, #403a4a); --mark: light-dark(#5b3a8c, #c3a6f2);
  --wash: light-dark(#f1ebf8, #2a2533) }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; background: var(--paper); color: var(--ink); font: 16px/1.5 Georgia, 'Times New Roman', serif }
main { max-width: 27rem; margin: 0 auto; padding: 28px 24px 32px }
.brand { display: flex; align-items: center; gap: 10px; margin: 0 0 24px; font-weight: bold; letter-spacing: .02em }
.brand svg { width: 30px; height: 30px; color: var(--mark) }
h1 { margin: 0 0 4px; font-size: 25px; line-height: 1.2 }
p { margin: 0 0 16px; color: var(--soft) }
ul { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line) }
li { border-bottom: 1px solid var(--line) }
button, input, summary { font: inherit; color: inherit }
.person { display: grid; grid-template-columns: 40px 1fr; gap: 0 14px; align-items: center; width: 100%; padding: 11px 8px;
  border: 0; background: none; text-align: left; cursor: pointer }
.person:hover, summary:hover { background: var(--wash) }
.face { grid-row: span 2; display: grid; place-content: center; width: 40px; height: 40px; border-radius: 50%;
  background: var(--wash); color: var(--mark); font-weight: bold }
.person small { color: var(--soft); font-size: 14px; overflow-wrap: anywhere }
summary { padding: 14px 8px; cursor: pointer }
details form { display: grid; gap: 12px; padding: 4px 8px 18px }
label { display: grid; gap: 4px; font-size: 15px }
label.check { grid-template-columns: auto 1fr; align-items: center; gap: 10px }
input[type=text], input[type=email] { width: 100%; min-height: 44px; padding: 8px 10px; border: 1px solid var(--soft);
  border-radius: 0; background: transparent }
.go, .leave { min-height: 44px; padding: 8px 18px; border: 1px solid var(--mark); background: var(--mark); color: var(--paper);
  font-weight: bold; cursor: pointer }
.leave { margin-top: 20px; background: transparent; color: var(--mark) }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px }
footer { margin-top: 28px; color: var(--soft); font-size: 14px }
`

const mark =
  '<svg viewBox="0 0 30 30" fill="none" stroke="currentColor" stroke-width="3" aria-hidden="true"><circle cx="10" cy="15" r="6.5"/><path d="M16.5 15H28M22.5 15v5.5M27 15v4"/></svg>'

const frame = (title: string, body: string, nonce: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – ${PROVIDER_NAME}</title><link rel="icon" href="data:,"><style nonce="${nonce}">${style}</style></head>
<body><main><div class="brand">${mark}${PROVIDER_NAME}</div>${body}
<footer>A sign-in service of the demonstration: the people are made up, and nothing leaves this machine.</footer></main></body></html>`

/** Lets the visitor choose a person. Works without script; every choice is a form button. */
export function choicePage(
  parameters: URLSearchParams,
  { redirectUri }: AuthorizationRequest,
  nonce: string,
  problem: string | null,
): string {
  const site = escapeHtml(new URL(redirectUri).host)
  const hidden = [...parameters]
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    )
    .join('')
  return frame(
    'Choose an account',
    `<h1>Choose an account</h1><p>to go on to <strong>${site}</strong>, which will see your name and e-mail address.</p>
<form id="choice" method="post" action="/authorize">${hidden}<ul>${people.map(personRow).join('')}</ul></form>
<details${problem ? ' open' : ''}><summary>Use another account</summary>
<form method="post" action="/authorize">${hidden}${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ''}
<label>E-mail address<input type="email" name="email" required maxlength="254" autocomplete="off"></label>
<label>Name<input type="text" name="name" maxlength="80" autocomplete="off"></label>
<label class="check"><input type="checkbox" name="unconfirmed" value="yes">The address is not confirmed</label>
<div><button class="go" name="who" value="other">Continue</button></div></form></details>
<button class="leave" form="choice" name="who" value="nobody">Cancel</button>`,
    nonce,
  )
}

function personRow({ id, firstName, lastName, email, isConfirmed }: Person): string {
  const note = isConfirmed ? '' : ' · address not confirmed'
  return `<li><button class="person" name="who" value="${escapeHtml(id)}"><span class="face" aria-hidden="true">${escapeHtml(firstName.slice(0, 1))}</span>
<span>${escapeHtml(`${firstName} ${lastName}`)}</span><small>${escapeHtml(email)}${note}</small></button></li>`
}

export const refusalPage = (problem: string, nonce: string): string =>
  frame(
    'This does not work',
    `<h1>This does not work</h1><p>${escapeHtml(problem)}</p><p>Close this window and go back to where you came from.</p>`,
    nonce,
  )
