import { TextField, type TextFieldProps } from "./text-fields";

/** Any words, with those that are known on offer while one types. */
export function SuggestField({ known, ...props }: TextFieldProps & { known: readonly string[] }) {
  const list = `${props.name}_list`;
  return (
    <>
      <TextField {...props} list={list} />
      <datalist id={list}>
        {known.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
    </>
  );
}
