import { useTranslation } from 'react-i18next'
import type { StoreDetails } from '#contracts/stores.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { EvidenceChips } from './evidence-chips.tsx'
import { Fact, FactList } from './fact-list.tsx'

/** What the shop promises its buyers, and how they can pay. */
export function PoliciesSection({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const { evidence, policies, paymentBrands } = store
  return (
    <FactList>
      <Fact
        name="policies"
        evidence={evidence}
        value={
          policies.length > 0 ? (
            <ul className="flex flex-wrap gap-x-5">
              {policies.map(({ kind, url }) => (
                <li key={kind}>
                  <ExternalLink href={url} className="link py-1 pointer-coarse:py-2.5">
                    {t(`policyKind.${kind}`)}
                  </ExternalLink>
                </li>
              ))}
            </ul>
          ) : null
        }
      />
      <Fact
        name="paymentBrands"
        evidence={evidence}
        value={
          paymentBrands.length > 0 ? (
            <EvidenceChips items={paymentBrands.map((brand) => ({ ...brand, key: brand.id }))} />
          ) : null
        }
      />
    </FactList>
  )
}
