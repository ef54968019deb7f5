import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  addExclusions,
  ExclusionReason,
  type ExclusionUpload,
  MAX_UPLOAD_NAME,
} from '#contracts/workspace/exclusions.ts'
import { isApiError } from '#web/api/api-error.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Segmented } from '#web/ui/choices.tsx'
import { FileInput, useFileDrop } from '#web/ui/form/file-input.tsx'
import { FormFailure } from '#web/ui/form/form-call.tsx'
import { Textarea } from '#web/ui/form/form-controls.tsx'
import { useAddLines } from './exclusion-calls.tsx'

type Props = {
  text: string
  onText: (text: string) => void
  /** Undefined while unknown. */
  room: number | undefined
  limit: number
  onAdded: (result: ExclusionUpload) => void
}

const MIB = 1024 * 1024

export function AddLines({ text, onText, room, limit, onAdded }: Props) {
  const { t } = useTranslation('exclusions')
  const formats = useFormats()
  const { add, failure, isPending } = useAddLines(onAdded)
  const [reason, setReason] = useState<ExclusionReason>('customer')
  const isFull = room === 0
  const { maxBytes } = addExclusions.text
  const [problem, setProblem] = useState<'tooLarge' | 'noLines' | null>(null)
  const said = problem ?? (isApiError(failure, 'unsupported_media_type') ? 'notText' : null)
  const send = async (lines: Parameters<typeof add>[0]) => {
    setProblem(null)
    const outcome = await add(lines)
    setProblem(outcome === 'noLines' ? 'noLines' : null)
    return outcome === 'added'
  }
  const paste = async () => {
    if (await send({ text: new Blob([text], { type: 'text/plain' }), reason })) onText('')
  }
  const take = (file: File) => {
    if (file.size > maxBytes) return setProblem('tooLarge')
    if (isFull || isPending) return
    const type = /\.csv$/i.test(file.name) ? 'text/csv' : 'text/plain'
    const name = file.name.slice(0, MAX_UPLOAD_NAME)
    void send({ text: new Blob([file], { type }), reason, name })
  }
  return (
    <Card className="h-fit p-4">
      <form
        aria-labelledby="add-lines"
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void paste()
        }}
      >
        <h2 id="add-lines" className="text-base font-semibold">
          {t('add.title')}
        </h2>
        <Textarea
          aria-label={t('add.label')}
          placeholder={`${t('add.example')}\nacme.com\nhttps://shop.acme.com/collections/all\nhello@acme.com`}
          value={text}
          spellCheck={false}
          autoCapitalize="off"
          disabled={isFull}
          onChange={({ target }) => onText(target.value)}
          className="max-h-80 text-sm"
        />
        <FileField onFile={take} isDisabled={isFull || isPending} />
        <div className="grid gap-1.5">
          <span className="text-sm font-semibold" aria-hidden>
            {t('add.reason')}
          </span>
          <Segmented
            label={t('add.reason')}
            choices={ExclusionReason.options}
            value={reason}
            onChange={setReason}
            isSmall
          >
            {(each) => t(`reasons.${each}`)}
          </Segmented>
        </div>
        <Button type="submit" isBusy={isPending} disabled={isFull || text.trim() === ''}>
          {t('add.submit')}
        </Button>
        <p role="status" className="text-sm text-muted empty:hidden">
          {isPending
            ? t('add.reading')
            : isFull
              ? t('add.full', { limit: formats.number(limit) })
              : room !== undefined && t('add.room', { count: room, room: formats.number(room) })}
        </p>
        <FormFailure
          error={said ? new Error(said) : failure}
          text={said ? t(`add.${said}`, { size: maxBytes / MIB }) : undefined}
        />
        <ul className="list-disc ps-4 text-sm text-muted">
          <li>{t('add.shops')}</li>
          <li>{t('add.mail')}</li>
        </ul>
      </form>
    </Card>
  )
}

function FileField({ onFile, isDisabled }: { onFile: (file: File) => void; isDisabled: boolean }) {
  const { t } = useTranslation('exclusions')
  const place = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isOver = useFileDrop(place, (file) => {
    if (!isDisabled) onFile(file)
  })
  return (
    <div
      ref={place}
      className={cn(
        'flex flex-wrap items-center justify-center gap-x-1.5 rounded-md border border-dashed border-control px-3 py-1.5 text-sm text-muted',
        isOver && 'bg-sunken',
      )}
    >
      <Upload className="size-4" aria-hidden />
      <span>{t('add.drop')}</span>
      <button
        type="button"
        disabled={isDisabled}
        onClick={() => input.current?.click()}
        className="link min-h-6 font-semibold disabled:text-faint pointer-coarse:min-h-11"
      >
        {t('add.choose')}
      </button>
      <FileInput ref={input} accept=".csv,.txt,text/csv,text/plain" onFile={onFile} />
    </div>
  )
}
