import { cardOf } from './cards.ts'
import { confirmChange } from './changes.ts'
import { checkoutOf, payCheckout } from './checkouts.ts'
import { customerOf, subscriptionOf, type Desk } from './desk.ts'
import type { Portals } from './payment-api.ts'
import {
  challengePage,
  checkoutPage,
  invoicePage,
  messagePage,
  money,
  portalPage,
} from './payment-pages.ts'
import { collect, setCancelled, setCard, turnOver } from './subscriptions.ts'

export type PageAnswer =
  | { kind: 'page'; status: number; html: string; leadsTo: string | null }
  | { kind: 'go'; to: string }

type Parts = { desk: Desk; portals: Portals; nonce: string }
type Asked = { path: string; form: URLSearchParams | null }

const page = (html: string, leadsTo: string | null = null, status = 200): PageAnswer => ({
  kind: 'page',
  status,
  html,
  leadsTo,
})

/** The pages for people; all of them work without script. Null for an unknown address. */
export function answerPages(parts: Parts, asked: Asked): PageAnswer | null {
  const [, kind, id = ''] = /^\/(checkout|confirm|portal|invoice)\/(\w+)$/.exec(asked.path) ?? []
  switch (kind) {
    case 'checkout':
      return answerCheckout(parts, id, asked.form)
    case 'confirm':
      return answerConfirmation(parts, id, asked.form)
    case 'portal':
      return answerPortal(parts, id, asked)
    case 'invoice': {
      const invoice = parts.desk.books.invoices[id]
      return invoice
        ? page(invoicePage(invoice, customerOf(parts.desk, invoice.customerId), parts.nonce))
        : null
    }
    case undefined:
    default:
      return null
  }
}

function answerCheckout(
  { desk, nonce }: Parts,
  id: string,
  form: URLSearchParams | null,
): PageAnswer {
  const checkout = checkoutOf(desk, id)
  const customer = customerOf(desk, checkout.customerId)
  const leadsTo = new URL(checkout.successUrl).origin
  const offer = (problem: string | null): PageAnswer =>
    page(checkoutPage(checkout, customer, nonce, problem), leadsTo)
  const over = (): PageAnswer =>
    checkout.state === 'paid'
      ? page(
          messagePage(
            'Paid already',
            'This checkout was paid. Nothing more is charged.',
            checkout.successUrl,
            nonce,
          ),
          leadsTo,
        )
      : page(
          messagePage('This checkout is over', 'Nothing was charged.', checkout.cancelUrl, nonce),
          leadsTo,
        )
  if (checkout.state !== 'open') return over()
  if (!form) return offer(null)
  if (form.get('deed') === 'refuse') return offer('Your bank did not confirm the payment.')
  const outcome = payCheckout(desk, id, form.get('card'), form.get('deed') === 'confirm')
  switch (outcome.kind) {
    case 'paid':
      if (!outcome.card.losesReturn) return { kind: 'go', to: checkout.successUrl }
      return page(messagePage('Paid', 'You may close this window.', null, nonce))
    case 'declined':
      return offer('This card was declined. Please try another one.')
    case 'challenge': {
      const amount = money(checkout.amountMinor, checkout.currency)
      const hidden = `<input type="hidden" name="card" value="${cardOf(form.get('card'))?.id ?? ''}">`
      return page(challengePage(amount, hidden, nonce), leadsTo)
    }
    case 'over':
      return over()
    default:
      return outcome satisfies never
  }
}

/** The bank's confirmation for a change of a subscription. */
function answerConfirmation(
  { desk, nonce }: Parts,
  id: string,
  form: URLSearchParams | null,
): PageAnswer {
  const { pending, currency } = subscriptionOf(desk, id)
  if (!pending)
    return page(messagePage('Nothing to confirm', 'This was settled already.', null, nonce))
  if (!form) return page(challengePage(money(pending.dueMinor, currency), '', nonce))
  const isConfirmed = form.get('deed') === 'confirm'
  confirmChange(desk, id, isConfirmed)
  const title = isConfirmed ? 'Paid' : 'Nothing was changed'
  return page(
    messagePage(title, 'You may close this window and go back to Storedawn.', null, nonce),
  )
}

function answerPortal(
  { desk, portals, nonce }: Parts,
  token: string,
  { path, form }: Asked,
): PageAnswer {
  const portal = portals.get(token)
  if (!portal || portal.until < desk.now())
    return page(
      messagePage(
        'This address has expired',
        'Open billing from your settings once more.',
        null,
        nonce,
      ),
      null,
      410,
    )
  const { customerId, returnUrl } = portal
  const { subscriptions, invoices } = desk.books
  if (form) {
    const id = form.get('subscription') ?? ''
    if (form.get('deed') === 'card') setCard(desk, customerId, form.get('card') ?? '')
    else if (subscriptions[id]?.customerId === customerId) carryOut(desk, id, form.get('deed'))
    return { kind: 'go', to: path }
  }
  const own = { customer: customerOf(desk, customerId), returnUrl }
  const isOwn = (item: { customerId: string }): boolean => item.customerId === customerId
  return page(
    portalPage(
      {
        ...own,
        subscriptions: Object.values(subscriptions).filter(
          (item) => isOwn(item) && item.status !== 'ended',
        ),
        invoices: Object.values(invoices).filter(isOwn).toReversed(),
      },
      nonce,
    ),
    new URL(returnUrl).origin,
  )
}

function carryOut(desk: Desk, id: string, deed: string | null): void {
  if (deed === 'cancel') setCancelled(desk, id, true)
  if (deed === 'resume') setCancelled(desk, id, false)
  if (deed === 'turn') turnOver(desk, subscriptionOf(desk, id))
  if (deed === 'retry') collect(desk, subscriptionOf(desk, id))
}
