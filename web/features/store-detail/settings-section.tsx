import type { StoreDetails } from '#contracts/stores.ts'
import { useFormats } from '#web/lib/format.ts'
import { StoreStatus } from '#web/ui/store-status.tsx'
import { Fact, FactList } from './fact-list.tsx'

/** How the shop is set up. */
export function SettingsSection({ store }: { store: StoreDetails }) {
  const formats = useFormats()
  const { evidence, shopifyCurrency: currency, shopifyLang: language } = store
  return (
    <FactList>
      <Fact name="status" evidence={evidence} value={<StoreStatus status={store.status} />} />
      <Fact
        name="currency"
        evidence={evidence}
        value={currency && <WithCode name={formats.currency(currency)} code={currency} />}
      />
      <Fact
        name="locale"
        evidence={evidence}
        value={language && <WithCode name={formats.language(language)} code={language} />}
      />
    </FactList>
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
