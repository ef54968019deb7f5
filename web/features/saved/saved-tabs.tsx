import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { listSavedProducts, listSavedStores } from '#contracts/saved.ts'
import { q } from '#web/api/query.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'

/** Only the total is needed. */
const COUNTED = { query: { size: '1' } }

/** Both lists with their totals, as links, because each list has its own address. */
export function SavedTabs() {
  const { t } = useTranslation('saved')
  const stores = useQuery(q(listSavedStores, COUNTED))
  const products = useQuery(q(listSavedProducts, COUNTED))
  return (
    <nav aria-label={t('tabs.label')} className="mt-5 flex gap-6 border-b border-line">
      <Tab to={paths.saved()} label={t('tabs.stores')} total={stores.data?.totalElements} />
      <Tab to={paths.savedProducts()} label={t('tabs.products')} total={products.data?.totalElements} />
    </nav>
  )
}

function Tab({ to, label, total }: { to: string; label: string; total: number | undefined }) {
  const formats = useFormats()
  const isCurrent = useLocation().pathname.replace(/\/$/, '') === to
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      className={cn(
        '-mb-px inline-flex min-h-11 items-center gap-2 border-b-2 px-1 font-semibold',
        isCurrent ? 'border-sun text-ink' : 'border-transparent text-muted hover:text-ink',
      )}
    >
      {label}
      <span className="min-w-6 rounded-full bg-sunken px-2 text-center text-xs leading-5 text-muted">
        {total === undefined ? '\u00a0' : formats.number(total)}
      </span>
    </Link>
  )
}
