import { pageLoader } from '#web/lib/page-loader.ts'

export { UndoDeletionPage as Component } from '#web/features/undo-deletion/undo-deletion-page.tsx'

export const loader = pageLoader(['forms'])
