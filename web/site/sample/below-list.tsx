import type { SampleScreen } from '#contracts/site/sample.ts'
import { OpenedStores } from './opened-stores.tsx'
import { ProAdds } from './pro-adds.tsx'
import { SampleProducts } from './sample-products.tsx'

export const BelowList = ({ sample }: { sample: SampleScreen }) => (
  <>
    <div className="page pb-12">
      <OpenedStores stores={sample.opened} />
    </div>
    {sample.products.length > 0 && <SampleProducts sample={sample} />}
    <ProAdds />
  </>
)
