import { ComingPage } from '#web/features/coming/coming-page.tsx'
import { pageLoader } from '#web/lib/page-loader.ts'

export const loader = pageLoader(['privacy'])

export const Component = () => <ComingPage page="privacy" />
