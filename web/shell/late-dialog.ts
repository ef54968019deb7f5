import { lazy } from 'react'

// It includes focus trap and scroll lock; only narrow screens load it for their menus.
const loadDialog = async () => ({ default: (await import('#web/ui/dialog.tsx')).Dialog })

export const warmUpDialog = (): void => void loadDialog().catch(() => undefined)
export const LateDialog = lazy(loadDialog)
