import { pageLoader } from '#web/lib/page-loader.ts'

export { AboutPage as Component } from '#web/features/about/about-page.tsx'

export const loader = pageLoader(['about'])
