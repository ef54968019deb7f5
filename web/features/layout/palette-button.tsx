import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'
import { openSurface } from '#web/lib/open-surface.ts'
import { usePaletteKey } from '#web/lib/palette-key.ts'
import { buttonClass } from '#web/ui/button.tsx'

const SIZE = 'lg:w-52 max-md:hidden'

/** Opens the command palette. On small screens the account menu has this entry. */
export function PaletteButton() {
  const { t } = useTranslation('navigation')
  const key = usePaletteKey()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={key.aria}
      title={`${t('palette')} (${key.shown})`}
      onClick={() => openSurface('palette')}
      className={buttonClass(
        'quiet',
        'icon',
        cn(
          SIZE,
          'text-muted hover:text-ink lg:justify-start lg:border lg:border-control lg:bg-surface lg:px-3 lg:hover:border-ink',
        ),
      )}
    >
      <Search className="size-5 shrink-0 lg:size-4" aria-hidden />
      <span className="min-w-0 flex-1 truncate text-start text-sm font-normal max-lg:sr-only">
        {t('palette')}
      </span>
      <kbd className="font-sans text-xs font-normal text-faint max-lg:hidden" aria-hidden>
        {key.shown}
      </kbd>
    </button>
  )
}

/** Placeholder during the session check. */
export const PaletteBone = () => <span className={cn('bone size-10 pointer-coarse:size-11', SIZE)} />
