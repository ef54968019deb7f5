import { pageLoader } from '#web/lib/page-loader.ts'

export { ResetPasswordPage as Component } from '#web/features/reset-password/reset-password-page.tsx'

export const loader = pageLoader(['forms'])
