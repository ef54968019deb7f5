import { useTranslation } from 'react-i18next'
import type { StoreHours } from '#contracts/catalog/facts.ts'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { type Formats, useFormats } from '#web/lib/i18n/format.ts'
import { Fact, FactChips, FactList } from './fact-list.tsx'

/**
 * The company behind the shop, as printed in its legal notice, contact information or structured
 * data. Its address is among the contacts.
 */
export function CompanySection({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const { registrations, furtherAddresses } = store
  return (
    <FactList evidence={store.evidence}>
      <Fact name="company" value={store.companyName} />
      <Fact name="responsible" value={store.responsiblePerson} />
      <FactChips
        name="furtherAddresses"
        items={furtherAddresses.map((item) => ({ ...item, key: item.text, name: item.text }))}
      />
      <FactChips
        name="registrations"
        items={registrations.map(({ kind, number, evidence }) => ({
          key: number,
          name: t(`registrationKind.${kind}`),
          detail: number,
          evidence,
        }))}
      />
    </FactList>
  )
}

export function OpeningHours({ hours }: { hours: readonly StoreHours[] }) {
  const formats = useFormats()
  return (
    <ul className="py-1 text-sm">
      {hours.map(({ days, opens, closes }) => (
        <li key={`${days.join()} ${opens}`} className="flex flex-wrap gap-x-3">
          <span>{daysText(days, formats)}</span>
          <span className="text-muted">{`${opens}–${closes}`}</span>
        </li>
      ))}
    </ul>
  )
}

/** `Mon–Fri` for days in a row, `Mon, Wed` otherwise. */
function daysText(days: readonly number[], formats: Formats): string {
  const [first = 1] = days
  const last = days.at(-1) ?? first
  const isRow = days.length > 2 && last - first === days.length - 1
  return isRow
    ? `${formats.weekday(first)}–${formats.weekday(last)}`
    : days.map((day) => formats.weekday(day)).join(', ')
}
