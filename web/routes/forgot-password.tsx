import { pageLoader } from '#web/lib/page-loader.ts'

export { ForgotPasswordPage as Component } from '#web/features/forgot-password/forgot-password-page.tsx'

export const loader = pageLoader(['forms'])
