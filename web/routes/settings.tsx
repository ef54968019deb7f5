import { ComingPage } from '#web/features/coming/coming-page.tsx'
import { pageLoader } from '#web/lib/page-loader.ts'

export const loader = pageLoader(['settings'])

export function Component() {
  return <ComingPage page="settings" noindex />
}
