import { useLocation } from 'react-router'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { paths } from '#web/paths.ts'
import { SavedAccess } from './saved-access.tsx'
import { SavedHero } from './saved-hero.tsx'
import { SavedProducts } from './saved-products.tsx'
import { SavedStores } from './saved-stores.tsx'
import { SavedTabs } from './saved-tabs.tsx'

/** The account's saved items: stores at one address, products at the other. */
export function SavedPage() {
  const { pathname } = useLocation()
  const areProducts = pathname.replace(/\/$/, '') === paths.savedProducts()
  return (
    <SavedAccess>
      <div className="page min-h-dvh py-6 sm:py-8">
        <PageMeta page="saved" noindex />
        <SavedHero />
        <SavedTabs />
        {areProducts ? <SavedProducts /> : <SavedStores />}
      </div>
    </SavedAccess>
  )
}
