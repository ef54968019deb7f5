import { ComingPage } from '#web/features/coming/coming-page.tsx'
import { pageLoader } from '#web/lib/page-loader.ts'

export const loader = pageLoader(['contact'])

export const Component = () => <ComingPage page="contact" />
