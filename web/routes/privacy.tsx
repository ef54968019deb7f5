import { pageLoader } from '#web/lib/page-loader.ts'

export { PrivacyPage as Component } from '#web/features/privacy/privacy-page.tsx'

export const loader = pageLoader(['privacy'])
