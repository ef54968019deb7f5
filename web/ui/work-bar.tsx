import type { ReactNode } from 'react'
import { Keyboard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { openSurface } from '#web/lib/navigation/open-surface.ts'
import { type PageShortcut, useRegisterShortcuts } from '#web/lib/navigation/page-commands.ts'
import { Button } from './button.tsx'

type Props = {
  /** The text of the `h1`; a screen whose title is more than a text has it among its children. */
  title?: ReactNode
  lead?: ReactNode
  /** At the left, after the title: tabs, a day, the way back. */
  children?: ReactNode
  actions?: ReactNode
}

/** The one line at the top of a screen of work. It never wraps: the lead gives way first. */
export function WorkBar({ title, lead, children, actions }: Props) {
  return (
    <div className="work-bar sticky top-header z-15 border-b border-line bg-canvas print:static">
      <div className="page flex h-bar items-center gap-x-3 whitespace-nowrap max-xs:gap-x-1.5 print:h-auto print:flex-wrap print:whitespace-normal [&>nav]:min-w-0">
        {title != null && (
          <h1 className="min-w-0 shrink truncate text-base tracking-[-0.015em] only:grow print:text-xl print:whitespace-normal">
            {title}
          </h1>
        )}
        {children}
        {lead != null && (
          <p className="min-w-0 flex-1 shrink-[9999] truncate border-s border-line ps-3 text-xs leading-6 text-muted max-work:hidden">
            {lead}
          </p>
        )}
        {actions != null && (
          <div className="ms-auto flex shrink-0 items-center gap-1 print:hidden">{actions}</div>
        )}
      </div>
    </div>
  )
}

/** `?` opens it too. Hidden on touch screens and narrow ones. */
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
