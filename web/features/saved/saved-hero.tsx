import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** Local storage: remembers that the user has collapsed the introduction. */
const FOLDED_KEY = 'savedIntroFolded'
const SUBTITLE_ID = 'saved-subtitle'

/** The title, and a collapsible subtitle. */
export function SavedHero() {
  const { t } = useTranslation('saved')
  const [isOpen, setOpen] = useState(() => localStorage.getItem(FOLDED_KEY) === null)
  const fold = () => {
    if (isOpen) localStorage.setItem(FOLDED_KEY, '1')
    else localStorage.removeItem(FOLDED_KEY)
    setOpen(!isOpen)
  }
  return (
    <header>
      <p className="eyebrow">{t('hero.eyebrow')}</p>
      <div className="mt-1 flex items-center gap-1">
        <h1 className="text-2xl">{t('hero.title')}</h1>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={SUBTITLE_ID}
          aria-label={t('hero.about')}
          title={t('hero.about')}
          onClick={fold}
          className={buttonClass('quiet', 'icon', 'text-muted')}
        >
          <ChevronDown
            className={cn('size-5 transition-transform duration-150', isOpen && 'rotate-180')}
            aria-hidden
          />
        </button>
      </div>
      <p id={SUBTITLE_ID} hidden={!isOpen} className="mt-1.5 max-w-[36rem] text-muted">
        {t('hero.subtitle')}
      </p>
    </header>
  )
}
