import { pageLoader } from '#web/lib/page-loader.ts'

export { NewsletterPage as Component } from '#web/features/newsletter/newsletter-page.tsx'

export const loader = pageLoader(['forms'])
