// Limits of a Go service: go run service.go PORT
package main

import (
	"fmt"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"
)

var one sync.Mutex
var eight = make(chan bool, 8)

func main() {
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		ms, _ := strconv.Atoi(r.URL.Query().Get("ms"))
		switch r.URL.Path {
		case "/mutex":
			one.Lock()
			time.Sleep(time.Duration(ms) * time.Millisecond)
			one.Unlock()
		case "/channel":
			eight <- true
			time.Sleep(time.Duration(ms) * time.Millisecond)
			<-eight
		default:
			sum := 0
			for i := 0; i < ms*1000000; i++ {
				sum += i % 7
			}
			fmt.Fprint(w, sum)
		}
		fmt.Fprint(w, "done")
	})
	http.ListenAndServe("127.0.0.1:"+os.Args[1], nil)
}
