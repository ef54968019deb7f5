import { pageLoader } from '#web/lib/page-loader.ts'

export { TermsPage as Component } from '#web/features/terms/terms-page.tsx'

export const loader = pageLoader(['terms'])
