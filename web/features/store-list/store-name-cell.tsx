import type { StoreSummary } from '#contracts/stores.ts'
import { cn } from '#web/lib/cn.ts'
import { StoreLogo } from '#web/ui/store-logo.tsx'
import { cut } from './cut.ts'
import { RowLink } from './row-link.tsx'
import { StoreMarks } from './store-cells.tsx'

/** Logo, name, domain and distinguishing marks. */
export const StoreNameCell = ({ store, isFresh }: { store: StoreSummary; isFresh: boolean }) => (
  <div className="flex min-h-11 items-center gap-3">
    <StoreLogo url={store.logoUrl} name={store.name} />
    <div className="min-w-0 flex-1">
      <RowLink store={store} />
      <p className="flex h-5.5 items-center gap-2 text-muted">
        <span className={cn('min-w-0', cut)} title={store.domain}>
          {store.domain}
        </span>
        <StoreMarks store={store} isFresh={isFresh} />
      </p>
    </div>
  </div>
)
