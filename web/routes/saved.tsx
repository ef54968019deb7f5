import { SavedPage } from '#web/features/saved/saved-page.tsx'
import { pageLoader } from '#web/lib/page-loader.ts'

export const loader = pageLoader(['saved'])

export { SavedPage as Component }
