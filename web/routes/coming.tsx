import { useLocation } from 'react-router'
import { ComingPage } from '#web/features/coming/coming-page.tsx'
import { pageLoader } from '#web/lib/page-loader.ts'
import type { PageName } from '#web/lib/page-meta.tsx'

const pages: Record<string, PageName> = {
  'payment-success': 'paymentSuccess',
  blog: 'blog',
  contact: 'contact',
  about: 'about',
  privacy: 'privacy',
  terms: 'terms',
}

export const loader = pageLoader([])

export function Component() {
  const { pathname } = useLocation()
  return <ComingPage page={pages[pathname.split('/')[1] ?? ''] ?? 'notFound'} />
}
