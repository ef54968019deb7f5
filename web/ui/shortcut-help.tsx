import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setShortcutsOn, useAreShortcutsOn, useShortcuts } from '#web/lib/shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export type ShortcutLine = { keys: readonly string[]; does: string }

/** The list of this page's single keys, opened by its button or by `?`; here they can be turned off. Not drawn for touch. */
export function ShortcutHelp({ lines }: { lines: readonly ShortcutLine[] }) {
  const { t } = useTranslation('common')
  const [isOpen, setOpen] = useState(false)
  const areOn = useAreShortcutsOn()
  useShortcuts({ '?': () => setOpen(true) })
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-label={t('shortcuts.title')}
        onClick={() => setOpen(true)}
        className="pointer-coarse:hidden"
      >
        <Keyboard className="size-5" aria-hidden />
      </Button>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title={t('shortcuts.title')}>
        <dl className="grid">
          {[...lines, { keys: ['?'], does: t('shortcuts.help') }].map(({ keys, does }) => (
            <div key={does} className="flex items-center justify-between gap-6 border-b border-line py-2.5">
              <dt>{does}</dt>
              <dd className="flex gap-1.5">
                {keys.map((key) => (
                  <Key key={key}>{key}</Key>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <Checkbox
          className="mt-5"
          checked={areOn}
          onChange={(event) => setShortcutsOn(event.target.checked)}
          label={t('shortcuts.areOn')}
        />
      </Dialog>
    </>
  )
}

const Key = ({ children }: { children: string }) => (
  <kbd className="min-w-7 rounded-sm border border-rule bg-sunken px-1.5 text-center font-mono text-sm">
    {children}
  </kbd>
)
