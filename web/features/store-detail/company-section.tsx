import type { StoreDetails } from '#contracts/stores.ts'
import { Fact, FactList } from './fact-list.tsx'

/** The company behind the shop, as printed in its legal notice or contact information. */
export const CompanySection = ({ store }: { store: StoreDetails }) => (
  <FactList>
    <Fact name="company" evidence={store.evidence} value={store.companyName} />
    <Fact name="responsible" evidence={store.evidence} value={store.responsiblePerson} />
    <Fact name="address" evidence={store.evidence} value={store.companyAddress} />
  </FactList>
)
