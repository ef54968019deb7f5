import { useTranslation } from 'react-i18next'
import type { StoreDetails } from '#contracts/stores/stores.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { EvidenceChips, EvidenceMark } from './evidence.tsx'
import { Fact, FactList } from './fact-list.tsx'

/** The shop's policies for buyers, and its payment methods. */
export function PoliciesSection({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const { evidence, policies, paymentBrands, payLater } = store
  return (
    <FactList>
      <Fact
        name="policies"
        evidence={evidence}
        hasEvidencePerItem
        value={
          policies.length > 0 ? (
            <ul>
              {policies.map(({ kind, url, evidence: source }) => (
                <li key={kind} className="flex flex-wrap items-center gap-x-2">
                  <ExternalLink href={url} className="link py-1 pointer-coarse:py-2.5">
                    {t(`policyKind.${kind}`)}
                  </ExternalLink>
                  <span className="ms-auto min-w-24 @lg:w-34">
                    <EvidenceMark of={t(`policyKind.${kind}`)} evidence={source} />
                  </span>
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
      <Fact
        name="payLater"
        evidence={evidence}
        value={
          payLater.length > 0 ? (
            <EvidenceChips items={payLater.map((service) => ({ ...service, key: service.id }))} />
          ) : null
        }
      />
      <Fact name="freeShipping" evidence={evidence} value={store.freeShippingFrom} />
    </FactList>
  )
}
