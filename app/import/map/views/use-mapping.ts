import { useEffect, useRef, useState } from "react";
import { mappingErrors } from "~/import/fields";
import type { EarlierImport } from "~/import/map/known-file.server";
import { type MappedFile, type ReadFile, type ReadingRequest, type StoredLines, withWords } from "~/import/read-file";
import type { LondonDate } from "~/platform/time/london";
import type { CsvWorker } from "./csv-worker";
import { fetchKnownFile } from "./send-file";

/** A mapping and its result, which are shown and sent together. */
export interface Ready {
  wanted: ReadingRequest;
  mapped: MappedFile;
}

/**
 * The mapping of a file on this device: the one that was used for its layout, or what the user chose, and the rows that
 * it gives.
 */
export function useMapping(reader: CsvWorker, file: ReadFile, today: LondonDate) {
  const [wanted, setWanted] = useState<ReadingRequest>({ mapping: file.suggestion, choices: {}, own: [], today });
  const [remembered, setRemembered] = useState(false);
  const [shown, setShown] = useState<Ready | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const [earlier, setEarlier] = useState<EarlierImport | null>(null);
  const [there, setThere] = useState<StoredLines | null>(null);
  const touched = useRef(false);

  // Applies the mapping that was used for this layout, unless the user has already begun to choose.
  useEffect(() => {
    let gone = false;
    fetchKnownFile(file.layout, file.fileHash)
      .then(({ mapping, words, answers, own, earlier: before, there: lines }) => {
        if (gone) return;
        if (own.length > 0) setWanted((now) => ({ ...now, own }));
        if (mapping && !touched.current && Object.keys(mappingErrors(mapping, file.columns)).length === 0) {
          setWanted((now) => ({ ...now, mapping, choices: withWords({ ...now.choices, ...answers }, words) }));
          setRemembered(true);
        }
        setEarlier(before?.complete ? before : null);
        setThere(lines);
      })
      // Optional: without an answer the suggested mapping remains.
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [file]);

  useEffect(() => {
    let gone = false;
    reader.map(wanted).then(
      (mapped) => {
        if (gone) return;
        setShown({ wanted, mapped });
        setUnreadable(false);
      },
      () => !gone && setUnreadable(true),
    );
    return () => {
      gone = true;
    };
  }, [reader, wanted]);

  return {
    ...{ wanted, remembered, earlier, there, isUnreadable },
    mapped: shown?.mapped ?? null,
    /** Null while another mapping is being read: the counts on the page are not those of its rows. */
    ready: shown?.wanted === wanted ? shown : null,
    choose(next: ReadingRequest) {
      touched.current = true;
      setRemembered(false);
      setWanted(next);
    },
  };
}
