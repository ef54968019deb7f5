import { pageLoader } from '#web/lib/page-loader.ts'

export { ContactPage as Component } from '#web/features/contact/contact-page.tsx'

export const loader = pageLoader(['contact'])
