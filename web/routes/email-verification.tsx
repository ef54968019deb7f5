import { pageLoader } from '#web/lib/page-loader.ts'

export { EmailVerificationPage as Component } from '#web/features/email-verification/email-verification-page.tsx'

export const loader = pageLoader(['forms'])
