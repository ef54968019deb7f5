import { useTranslation } from 'react-i18next'
import { setShortcutsOn, useAreShortcutsOn } from '#web/lib/browser/shortcuts.ts'
import { type SurfaceProps, usePaletteKey } from '#web/lib/navigation/open-surface.ts'
import { type PageShortcut, useRegisteredShortcuts } from '#web/lib/navigation/page-commands.ts'
import { Kbd } from '#web/ui/badge.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/form/form-controls.tsx'

/** The single-key shortcuts of this page and of every page; the user can turn them off here. */
export function ShortcutList({ onClose }: SurfaceProps) {
  const { t } = useTranslation(['palette', 'common', 'navigation', 'components'])
  const areOn = useAreShortcutsOn()
  const ofPage = useRegisteredShortcuts()
  const palette = usePaletteKey()
  return (
    <Dialog onClose={onClose} title={t('common:shortcuts.title')}>
      {ofPage.length > 0 && <Lines title={t('shortcuts.page')} lines={ofPage} areOn={areOn} />}
      <Lines
        title={t('shortcuts.everywhere')}
        lines={[
          { keys: ['?'], effect: t('common:shortcuts.help') },
          { keys: ['z'], effect: t('components:saving.undo') },
        ]}
        areOn={areOn}
      />
      <Lines lines={[{ keys: palette.shown.split(' '), effect: t('navigation:palette') }]} areOn />
      <div className="mt-5">
        <Checkbox
          checked={areOn}
          onChange={(event) => setShortcutsOn(event.target.checked)}
          label={t('common:shortcuts.areOn')}
        />
        <p className="mt-1 text-sm text-muted">{t('shortcuts.off')}</p>
      </div>
    </Dialog>
  )
}

type LinesProps = { title?: string; lines: readonly PageShortcut[]; areOn: boolean }

/** Disabled shortcuts stay in the list, so that the user can turn them on again. */
function Lines({ title, lines, areOn }: LinesProps) {
  return (
    <section className={title === undefined ? '' : 'mt-4 first:mt-0'}>
      {title !== undefined && <h3 className="eyebrow border-b border-rule pb-1.5">{title}</h3>}
      <dl className={areOn ? '' : 'opacity-60'}>
        {lines.map(({ keys, effect }) => (
          <div
            key={effect}
            className="flex items-center justify-between gap-6 border-b border-line py-2"
          >
            <dt>{effect}</dt>
            <dd className="flex shrink-0 gap-1.5">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
