import { useTranslation } from 'react-i18next'
import type { StoreMarket } from '#contracts/catalog/facts.ts'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { StoreStatus } from '#web/ui/store/labels.tsx'
import { Fact, FactChips, FactList } from './fact-list.tsx'

/** The shop's settings. */
export function SettingsSection({ store }: { store: StoreDetails }) {
  const formats = useFormats()
  const { shopifyCurrency: currency, shopifyLang: language } = store
  return (
    <FactList evidence={store.evidence}>
      <Fact name="status" value={<StoreStatus status={store.status} />} />
      <Fact
        name="currency"
        value={currency && <WithCode name={formats.currency(currency)} code={currency} />}
      />
      <Fact
        name="locale"
        value={language && <WithCode name={formats.language(language)} code={language} />}
      />
      <FactChips
        name="languages"
        items={store.languages.map(({ code, evidence }) => ({
          key: code,
          name: formats.language(code),
          evidence,
        }))}
      />
      <Fact
        name="shipsTo"
        value={store.shipsTo.length > 0 ? <Countries codes={store.shipsTo} /> : null}
      />
      <Fact
        name="markets"
        value={store.markets.length > 0 ? <Markets markets={store.markets} /> : null}
      />
    </FactList>
  )
}

const SHOWN_COUNTRIES = 8

function Countries({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const names = codes.map((code) => formats.country(code))
  const count = names.length
  return <FewNames names={names} all={t('shipsToAll', { count, total: formats.number(count) })} />
}

function Markets({ markets }: { markets: readonly StoreMarket[] }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const names = markets.map(({ country, currency }) => `${formats.country(country)} (${currency})`)
  const count = names.length
  return <FewNames names={names} all={t('allMarkets', { count, total: formats.number(count) })} />
}

/** A few names at once, many on demand. */
function FewNames({ names, all }: { names: readonly string[]; all: string }) {
  if (names.length <= SHOWN_COUNTRIES) return <>{names.join(', ')}</>
  return (
    <details>
      <summary className="min-h-8 cursor-pointer py-1 pointer-coarse:min-h-11">{all}</summary>
      <p className="pb-1 text-muted">{names.join(', ')}</p>
    </details>
  )
}

const WithCode = ({ name, code }: { name: string; code: string }) =>
  name === code ? (
    <>{code}</>
  ) : (
    <>
      {name} <span className="text-faint">{code}</span>
    </>
  )
