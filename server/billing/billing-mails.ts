import * as z from 'zod'
import { PaidPlan } from '#contracts/billing/price-list.ts'
import { dayOf } from '#contracts/dates.ts'
import { type Language, languageInfo } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import { formatMoment, mailFormats, mailTexts } from '#server/platform/mail/mail-texts.ts'
import { defineMail, type Mail, registerMail } from '#server/platform/mail/mail.ts'
import { pageLink } from '#server/platform/links.ts'
import { writeMail } from '#server/platform/mail/write-mail.ts'

/** Product names; the same in every language. */
const PLAN_NAMES = { pro: 'Pro', plus: 'Plus' } as const satisfies Record<PaidPlan, string>

const Payment = z.object({
  name: z.string(),
  amountMinor: z.int(),
  currency: z.string(),
  invoiceNumber: z.string().nullable(),
  plan: z.nullable(PaidPlan),
})
type Payment = z.infer<typeof Payment>

const composePayment =
  (template: 'paymentReceived' | 'paymentFailed') =>
  async ({ config }: AppContext, { language, params }: Mail<Payment>) => {
    const { name, amountMinor, currency, invoiceNumber, plan } = params
    const words = mailTexts(language).billingWords
    const amount = formatAmount(language, amountMinor, currency)
    return writeMail(config, language, template, {
      name,
      fill: { amount, plan: plan ? PLAN_NAMES[plan] : '' },
      figures: [
        { label: words.amount, value: amount },
        ...(plan ? [{ label: words.plan, value: PLAN_NAMES[plan] }] : []),
        ...(invoiceNumber ? [{ label: words.invoice, value: invoiceNumber }] : []),
      ],
      link: pageLink(config, '/settings/plan', language),
    })
  }

export const paymentReceivedMail = defineMail({
  kind: 'payment_received',
  params: Payment,
  allowsDuplicates: true,
  compose: composePayment('paymentReceived'),
})

export const paymentFailedMail = defineMail({
  kind: 'payment_failed',
  params: Payment,
  allowsDuplicates: true,
  isUrgent: true,
  compose: composePayment('paymentFailed'),
})

export const subscriptionCancelledMail = defineMail({
  kind: 'subscription_cancelled',
  params: z.object({ name: z.string(), plan: PaidPlan, endsAt: z.iso.datetime() }),
  allowsDuplicates: true,
  async compose({ config }, { language, params: { name, plan, endsAt } }) {
    const end = new Date(endsAt)
    return writeMail(config, language, 'subscriptionCancelled', {
      name,
      fill: { plan: PLAN_NAMES[plan], day: mailFormats(language).day(dayOf(end)) },
      figures: [
        { label: mailTexts(language).billingWords.openUntil, value: formatMoment(language, end) },
      ],
      link: pageLink(config, '/settings/plan', language),
    })
  },
})

export const subscriptionEndedMail = defineMail({
  kind: 'subscription_ended',
  params: z.object({ name: z.string(), plan: PaidPlan }),
  allowsDuplicates: true,
  compose: async ({ config }, { language, params: { name, plan } }) =>
    writeMail(config, language, 'subscriptionEnded', {
      name,
      fill: { plan: PLAN_NAMES[plan] },
      link: pageLink(config, '/pricing', language),
    }),
})

export const renewalSoonMail = defineMail({
  kind: 'renewal_soon',
  params: z.object({
    name: z.string(),
    plan: PaidPlan,
    renewsAt: z.iso.datetime(),
    amountMinor: z.int(),
    currency: z.string(),
  }),
  allowsDuplicates: true,
  async compose({ config }, { language, params: { name, plan, renewsAt, amountMinor, currency } }) {
    const words = mailTexts(language).billingWords
    const day = mailFormats(language).day(dayOf(new Date(renewsAt)))
    const amount = formatAmount(language, amountMinor, currency)
    return writeMail(config, language, 'renewalSoon', {
      name,
      fill: { plan: PLAN_NAMES[plan], day, amount },
      figures: [
        { label: words.renewsOn, value: day },
        { label: words.amount, value: amount },
      ],
      link: pageLink(config, '/settings/plan', language),
    })
  },
})

export const billingMails = [
  registerMail(paymentReceivedMail),
  registerMail(paymentFailedMail),
  registerMail(subscriptionCancelledMail),
  registerMail(subscriptionEndedMail),
  registerMail(renewalSoonMail),
]

/** 3900, 'EUR' → €39, 39 €, as the language writes it; cents only where they are not zero. */
const formatAmount = (language: Language, amountMinor: number, currency: string): string =>
  new Intl.NumberFormat(languageInfo[language].locale, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amountMinor / 100)
