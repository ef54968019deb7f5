import { Link } from 'react-router'
import { useSite } from '#web/lib/app/site.tsx'
import { parseText, pathOf, type Piece, type TextValues } from './parse-text.ts'

/**
 * Paragraphs and lists of a text. Indexes serve as keys, because a text never changes its order
 * while it is shown.
 */
export function RichText({ lines, values }: { lines: readonly string[]; values?: TextValues }) {
  return parseText(lines, values).map((block, at) =>
    block.kind === 'paragraph' ? (
      <p key={at}>
        <Pieces of={block.pieces} />
      </p>
    ) : (
      <ul key={at} className="grid list-disc gap-2.5 ps-5 marker:text-faint">
        {block.items.map((pieces, index) => (
          <li key={index} className="ps-1 text-pretty">
            <Pieces of={pieces} />
          </li>
        ))}
      </ul>
    ),
  )
}

function Pieces({ of }: { of: readonly Piece[] }) {
  return of.map((piece, at) => <PieceText key={at} piece={piece} />)
}

function PieceText({ piece }: { piece: Piece }) {
  const { supportEmail } = useSite()
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'strong':
      return <strong className="font-semibold text-ink">{piece.text}</strong>
    case 'link': {
      const path = pathOf(piece.target)
      return path !== null ? (
        <Link to={path} className="link">
          {piece.text}
        </Link>
      ) : (
        <a href={`mailto:${supportEmail}`} className="link wrap-anywhere">
          {piece.text}
        </a>
      )
    }
    default:
      return piece satisfies never
  }
}
