import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '#web/lib/failure-text.ts'
import { useFormats } from '#web/lib/format.ts'
import { notify } from '#web/ui/toast-store.ts'
import { editSaved, type SavedEdit } from './edit-saved.ts'
import { kindOf, nameOf, type SavedItem } from './saved-item.ts'

/** Changes favourite or tags of an entry. On failure it shows a toast, and the entry returns to the server's state. */
export function useEditSaved(): (item: SavedItem, edit: Omit<SavedEdit, 'notes'>) => Promise<boolean> {
  const client = useQueryClient()
  const { t } = useTranslation('saved')
  const failureText = useFailureText()
  const formats = useFormats()
  return async (item, edit) => {
    try {
      await editSaved(client, item, edit)
      return true
    } catch (error) {
      notify({
        kind: 'error',
        subject: `edit:${kindOf(item)}:${item.id}`,
        title: t(edit.tags ? 'tags.failed' : 'failed.favorite'),
        description: `${nameOf(item)}${formats.colon}${failureText(error, { fallback: 'unexpected' })}`,
      })
      return false
    }
  }
}
