export const TAG_LIST_ID = 'saved-tags'

/** Once on the page: what every field for tags offers while somebody writes. */
export const TagSuggestions = ({ tags }: { tags: readonly string[] }) => (
  <datalist id={TAG_LIST_ID}>
    {tags.map((tag) => (
      <option key={tag} value={tag}>
        {tag}
      </option>
    ))}
  </datalist>
)
