import { CopyButton } from '#web/ui/copy-button.tsx'

/** A value to copy exactly: unabridged, in the form in which to paste it. */
export function CopyLine({ label, value }: { label: string; value: string }) {
  return (
    <div className="mt-2">
      <p className="text-xs text-muted">{label}</p>
      <div className="mt-1 flex items-center gap-1 rounded-md border border-line bg-sunken ps-3 pe-1">
        <code
          translate="no"
          className="min-w-0 flex-1 py-2 font-mono text-sm leading-5 wrap-anywhere hyphens-none select-all"
        >
          {value}
        </code>
        <CopyButton value={value} label={label} />
      </div>
    </div>
  )
}
