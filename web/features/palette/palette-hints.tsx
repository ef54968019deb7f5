import { useTranslation } from 'react-i18next'
import { usePaletteKey } from '#web/lib/palette-key.ts'
import { Key } from './key.tsx'

/** Key hints; hidden on touch screens and where there is no room. */
export function PaletteHints() {
  const { t } = useTranslation('palette')
  const held = usePaletteKey().shown.replace(/ ?K$/, '')
  return (
    <footer
      aria-hidden
      className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line bg-sunken px-4 py-2 text-xs text-muted max-sm:hidden pointer-coarse:hidden"
    >
      <Hint keys={['↑', '↓']}>{t('keys.move')}</Hint>
      <Hint keys={['Enter']}>{t('keys.open')}</Hint>
      <Hint keys={[held, 'Enter']}>{t('keys.newTab')}</Hint>
      <Hint keys={['Esc']}>{t('keys.close')}</Hint>
    </footer>
  )
}

const Hint = ({ keys, children }: { keys: readonly string[]; children: string }) => (
  <span className="inline-flex items-center gap-1">
    {keys.map((key) => (
      <Key key={key}>{key}</Key>
    ))}
    <span className="ms-0.5">{children}</span>
  </span>
)
