import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { presets } from '#web/lib/date-selection.ts'
import { presetKeys } from '#web/ui/date-picker/date-presets.tsx'
import { ShortcutHelp } from '#web/ui/shortcut-help.tsx'

/** Single-key shortcuts of this page. */
export const ListKeys = memo(function ListKeys() {
  const { t } = useTranslation(['list', 'date-picker'])
  return (
    <ShortcutHelp
      lines={[
        { keys: ['j', 'k'], does: t('list:keys.move') },
        { keys: ['Enter'], does: t('list:keys.open') },
        { keys: ['s'], does: t('list:keys.save') },
        { keys: ['/'], does: t('list:keys.search') },
        { keys: ['x'], does: t('list:keys.exclude') },
        ...presets.map((preset) => ({
          keys: [presetKeys[preset]],
          does: t(`date-picker:presets.${preset}`),
        })),
      ]}
    />
  )
})
