import { testCards } from './cards.ts'
import type { Checkout, Customer, Invoice, Subscription } from './ledger-types.ts'
import { escapeHtml } from '#sim/escape-html.ts'

export const money = (amountMinor: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amountMinor / 100)
const day = (atMs: number): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(atMs)
const planName = (plan: string): string => `${plan.slice(0, 1).toUpperCase()}${plan.slice(1)}`

const style = `
:root { color-scheme: light dark; --page: light-dark(#f3f5f4, #141917); --card: light-dark(#fff, #1d2421); --ink: light-dark(#15211c, #ecf2ee);
  --soft: light-dark(#55645c, #a3b2aa); --line: light-dark(#d5ddd8, #35403a); --go: light-dark(#0f6b4a, #5fd0a0); --on-go: light-dark(#fff, #0b1410);
  --bad: light-dark(#a3241c, #ff9d94) }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 58rem; margin: 0 auto; padding: 28px 20px 40px }
.brand { display: flex; align-items: center; gap: 10px; font-weight: 650; margin: 0 0 24px }
.brand span { margin-left: auto; border: 1px solid var(--line); border-radius: 99px; padding: 2px 12px; font-size: 14px; color: var(--soft); font-weight: 500 }
.sides { display: grid; gap: 24px; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); align-items: start }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 22px; overflow-wrap: anywhere }
h1, h2 { line-height: 1.2; margin: 0 0 8px } h1 { font-size: 24px } h2 { font-size: 18px }
p { margin: 0 0 14px } .soft { color: var(--soft) } .sum { font-size: 40px; font-weight: 650; letter-spacing: -.03em; line-height: 1.1; margin: 8px 0 }
fieldset { border: 0; margin: 0 0 18px; padding: 0; display: grid; gap: 8px } legend { font-weight: 600; margin-bottom: 8px; padding: 0 }
label { display: grid; grid-template-columns: auto 1fr; gap: 0 12px; align-items: center; border: 1px solid var(--line); border-radius: 8px; padding: 10px 12px; cursor: pointer }
label:has(:checked) { border-color: var(--go); box-shadow: inset 0 0 0 1px var(--go) }
label small { grid-column: 2; color: var(--soft); font-size: 14px } code { font: 15px/1.4 ui-monospace, monospace }
button, .button { font: inherit; font-weight: 600; min-height: 46px; padding: 10px 20px; border-radius: 8px; border: 1px solid var(--go); background: var(--go); color: var(--on-go);
  cursor: pointer; display: inline-flex; align-items: center; justify-content: center; text-decoration: none }
.wide { width: 100% } .quiet { background: transparent; color: var(--go) } a { color: var(--go) }
[role=alert] { color: var(--bad); font-weight: 600 }
table { width: 100%; border-collapse: collapse } td, th { text-align: left; padding: 8px 8px 8px 0; border-bottom: 1px solid var(--line); font-weight: 400 } td:last-child { text-align: right; padding-right: 0 }
.row { display: flex; flex-wrap: wrap; gap: 10px; margin-top: 14px } form { margin: 0 } footer { margin-top: 28px; color: var(--soft); font-size: 14px }
:focus-visible { outline: 3px solid var(--go); outline-offset: 2px }
`

const mark =
  '<svg width="30" height="22" viewBox="0 0 30 22" fill="none" stroke="currentColor" stroke-width="2.5" aria-hidden="true"><rect x="1.5" y="1.5" width="27" height="19" rx="4"/><path d="M2 8h26M6 15h7"/></svg>'

const frame = (title: string, body: string, nonce: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Demo Pay</title><link rel="icon" href="data:,"><style nonce="${nonce}">${style}</style></head>
<body><main><div class="brand">${mark}Demo Pay<span>Test mode</span></div>${body}
<footer>The payment page of the demonstration: its cards are made up, nothing is charged, and nothing leaves this machine.</footer></main></body></html>`

const cardChoice = (chosen: string): string =>
  `<fieldset><legend>Test card</legend>${testCards
    .map(
      ({ id, number, does }) =>
        `<label><input type="radio" name="card" value="${id}"${id === chosen ? ' checked' : ''}><code>${number}</code><small>${does}</small></label>`,
    )
    .join('')}</fieldset>`

const orderSide = ({ plan, billingCycle, currency, amountMinor }: Checkout): string => `<section>
<p class="soft">Subscribe to Storedawn ${planName(plan)}</p><p class="sum">${money(amountMinor, currency)}</p>
<p class="soft">charged now, and again each ${billingCycle === 'yearly' ? 'year' : 'month'} until it is cancelled</p></section>`

export const checkoutPage = (
  checkout: Checkout,
  { email }: Customer,
  nonce: string,
  problem: string | null,
): string =>
  frame(
    'Checkout',
    `<div class="sides">${orderSide(checkout)}<div class="card"><form method="post">
<p class="soft">Invoice to ${escapeHtml(email)}</p>${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ''}${cardChoice('good')}
<button class="wide" name="deed" value="pay">Pay ${money(checkout.amountMinor, checkout.currency)}</button></form>
<p class="row"><a href="${escapeHtml(checkout.cancelUrl)}">Back without paying</a></p></div></div>`,
    nonce,
  )

/** The bank asks its customer to confirm the payment. */
export const challengePage = (about: string, hidden: string, nonce: string): string =>
  frame(
    'Your bank asks',
    `<div class="card"><h1>Is this you?</h1><p class="soft">Demo Bank wants you to confirm a payment of ${escapeHtml(about)}.</p>
<form method="post">${hidden}<div class="row"><button name="deed" value="confirm">Confirm payment</button>
<button class="quiet" name="deed" value="refuse">It was not me</button></div></form></div>`,
    nonce,
  )

export const messagePage = (
  title: string,
  text: string,
  back: string | null,
  nonce: string,
): string =>
  frame(
    title,
    `<div class="card"><h1>${escapeHtml(title)}</h1><p class="soft">${escapeHtml(text)}</p>${
      back ? `<a class="button" href="${escapeHtml(back)}">Go back</a>` : ''
    }</div>`,
    nonce,
  )

export type PortalView = {
  customer: Customer
  subscriptions: readonly Subscription[]
  invoices: readonly Invoice[]
  returnUrl: string
}

export const portalPage = (
  { customer, subscriptions, invoices, returnUrl }: PortalView,
  nonce: string,
): string =>
  frame(
    'Billing',
    `<h1>Billing</h1><p class="soft">${escapeHtml(customer.email)}</p><div class="sides">
<div>${subscriptions.map(subscriptionCard).join('') || '<div class="card"><p class="soft">There is no subscription.</p></div>'}</div>
<div class="card"><h2>Card</h2><form method="post">${cardChoice(customer.cardId ?? 'good')}<button class="quiet" name="deed" value="card">Use this card</button></form></div>
<div class="card"><h2>Invoices</h2>${invoiceTable(invoices)}</div></div>
<p class="row"><a class="button quiet" href="${escapeHtml(returnUrl)}">Back to Storedawn</a></p>`,
    nonce,
  )

function subscriptionCard({
  id,
  plan,
  billingCycle,
  currency,
  amountMinor,
  ...rest
}: Subscription): string {
  const { status, periodEndsAt, cancelAtPeriodEnd, next } = rest
  const button = (deed: string, text: string): string =>
    `<button class="quiet" name="deed" value="${deed}">${text}</button>`
  const when = cancelAtPeriodEnd ? `Ends on ${day(periodEndsAt)}` : `Renews on ${day(periodEndsAt)}`
  return `<div class="card"><h2>Storedawn ${planName(plan)}</h2>
<p>${money(amountMinor, currency)} ${billingCycle === 'yearly' ? 'a year' : 'a month'}</p>
<p class="soft">${status === 'past_due' ? 'The last payment failed. ' : ''}${when}${next ? `, then ${planName(next.plan)}` : ''}</p>
<form method="post"><input type="hidden" name="subscription" value="${id}"><div class="row">
${cancelAtPeriodEnd ? button('resume', 'Keep it') : button('cancel', 'Cancel')}
${status === 'past_due' ? button('retry', 'Try to charge again') : button('turn', 'Skip to the end of the period')}</div></form></div>`
}

const invoiceTable = (invoices: readonly Invoice[]): string =>
  invoices.length === 0
    ? '<p class="soft">There are none.</p>'
    : `<table>${invoices
        .map(
          ({ id, number, issuedAt, status, amountMinor, currency }) =>
            `<tr><th scope="row"><a href="/invoice/${id}">${number}</a></th><td>${day(issuedAt)}</td><td>${status}</td><td>${money(amountMinor, currency)}</td></tr>`,
        )
        .join('')}</table>`

export const invoicePage = (
  { number, issuedAt, status, plan, amountMinor, currency }: Invoice,
  { name, email }: Customer,
  nonce: string,
): string =>
  frame(
    number,
    `<div class="card"><h1>Invoice ${number}</h1><p class="soft">${day(issuedAt)} · ${status}</p>
<p>${escapeHtml(name)}<br>${escapeHtml(email)}</p><table><tr><th scope="row">Storedawn ${planName(plan)}</th><td>${money(amountMinor, currency)}</td></tr></table></div>`,
    nonce,
  )
