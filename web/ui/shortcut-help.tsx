import { Keyboard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { openSurface } from '#web/lib/navigation/open-surface.ts'
import { type PageShortcut, useRegisterShortcuts } from '#web/lib/navigation/page-commands.ts'
import { Button } from '#web/ui/button.tsx'

/**
 * Button for the list of single-key shortcuts, which `?` opens too, with those of this page. Hidden
 * on touch screens and narrow ones.
 */
export function ShortcutHelp({ lines }: { lines: readonly PageShortcut[] }) {
  const { t } = useTranslation('common')
  useRegisterShortcuts(lines)
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={t('shortcuts.title')}
      aria-haspopup="dialog"
      title={`${t('shortcuts.title')} (?)`}
      onClick={() => openSurface('shortcuts')}
      className="max-sm:hidden pointer-coarse:hidden"
    >
      <Keyboard className="size-5" aria-hidden />
    </Button>
  )
}
