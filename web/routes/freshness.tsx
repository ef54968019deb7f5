import { ComingPage } from '#web/features/coming/coming-page.tsx'
import { pageLoader } from '#web/lib/page-loader.ts'

export const loader = pageLoader(['freshness'])

export const Component = () => <ComingPage page="freshness" />
