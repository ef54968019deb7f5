import { useEffect } from 'react'
import type { StoreDetails } from '#contracts/stores.ts'
import { forgetStore, rememberStore } from '#web/lib/recent-stores.ts'
import { useSession } from '#web/lib/session.tsx'

/** Remembers the opened store for the command palette; forgets a store that no longer exists. */
export function useRecentStore(slug: string, store: StoreDetails | undefined, isGone: boolean): void {
  const session = useSession()
  const owner = session.status === 'signed-in' ? session.user.id : null
  const [name, domain, known] = [store?.name, store?.shopifyWebsiteDomain, store?.slug]
  useEffect(() => {
    if (owner === null) return
    if (isGone) forgetStore(localStorage, owner, slug)
    else if (known !== undefined && name !== undefined && domain !== undefined)
      rememberStore(localStorage, owner, { slug: known, name, domain })
  }, [owner, isGone, slug, known, name, domain])
}
