import type { TFunction } from 'i18next'
import type texts from '#i18n/locales/en/freshness.json'

type Field = keyof (typeof texts)['fields']

const FIELDS = {
  store: true,
  status: true,
  domain: true,
  launch: true,
  launchDay: true,
  name: true,
  country: true,
  currency: true,
  email: true,
  theme: true,
  productCount: true,
} satisfies Record<Field, true>

const isField = (name: string): name is Field => Object.hasOwn(FIELDS, name)

/** The server may compare a value that this page does not know yet; in that case the page shows its technical name. */
export const fieldName = (t: TFunction<'freshness'>, name: string): string =>
  isField(name) ? t(`fields.${name}`) : name
